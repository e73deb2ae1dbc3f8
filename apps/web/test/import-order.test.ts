import { test } from 'node:test'
import { checkImportCircles } from '@atrium/testing/import-circles'
import { checkWebImportOrder } from '@atrium/testing/web-import-order'

const source = new URL('../src/', import.meta.url)

test('pages import features, and a feature never imports another feature', () => checkWebImportOrder(source))

test('no files import each other in a circle', () => checkImportCircles(source))
