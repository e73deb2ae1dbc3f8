import { test } from 'node:test'
import { checkImportOrder } from '@atrium/testing/import-order'

test('a chapter imports only the chapters before it', () =>
  checkImportOrder(new URL('../src/', import.meta.url), [
    'access-control',
    'audit',
    'reference-data',
    'users',
    'sign-in',
    'registration',
    'tokens',
    'oauth',
    'storage',
    'admin',
    'documentation',
  ]))
