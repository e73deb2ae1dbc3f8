import { test } from 'node:test'
import { checkImportCircles } from '@atrium/testing/import-circles'

const source = new URL('../src/', import.meta.url)

test('no files import each other in a circle', () => checkImportCircles(source))
