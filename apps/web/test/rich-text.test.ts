import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getSchema } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import fc from 'fast-check'
import { nodesOf, readDocument } from '../src/features/tasks/markdown/rich/read-document.ts'
import { documentExtensions } from '../src/features/tasks/markdown/rich/schema.ts'
import { writeDocument } from '../src/features/tasks/markdown/rich/write-document.ts'

const schema = getSchema(documentExtensions())

const RUNS = Number(process.env.TEXT_RUNS ?? 400)

function docOf(nodes: readonly Node[]) {
  return schema.node('doc', null, nodes.length > 0 ? [...nodes] : [schema.node('paragraph')])
}

function written(nodes: readonly Node[], original = '') {
  return writeDocument(docOf(nodes), readDocument(schema, original))
}

const lines = fc.constantFrom(
  ...[
    '',
    '',
    'Text',
    'two words',
    '# Heading',
    'Setext',
    '===',
    '---',
    '***',
    '- item',
    '- [ ] task',
    '* [x] done',
  ],
  ...[
    '  - inner',
    '   1. inner',
    '1. one',
    '2) two',
    '    code',
    '```js',
    '```',
    '~~~',
    '> quote',
    '> - [ ] in quote',
  ],
  ...[
    '| a | b |',
    '|---|:-:|',
    '| 1 | `2|3` |',
    '[ref]: https://a.org',
    '[ref] and [x][ref]',
    '![i](/attachment/1/content)',
  ],
  ...[
    '**bold** _it_ ~~s~~ `c`',
    '*a **b* c**',
    '[l](b "t") <https://a.org>',
    '@[12] hello',
    'hard\\',
    'hard  ',
    '\ttab',
  ],
  ...[
    '<b>html</b> &amp; &#42;',
    '\\*not\\*',
    'https://a.org/a_b_c?d=*',
    '[](empty)',
    '[^1]: note',
    ':::',
    '- ',
    '1. ',
    '>',
  ],
)
const markdown = fc
  .array(
    fc.oneof(lines, fc.string({ unit: fc.constantFrom(...' *_`[]()!#->1.|~\\&;:<ab\r\n\t'), maxLength: 12 })),
    { maxLength: 12 },
  )
  .map(parts => parts.join('\n'))

test('a text that is opened and not changed is written byte for byte as it was', () => {
  fc.assert(
    fc.property(markdown, text => {
      const { blocks } = readDocument(schema, text)
      assert.equal(
        written(
          blocks.map(({ node }) => node),
          text,
        ),
        text,
      )
      assert.equal(
        blocks.map(({ gap, source }) => gap + source).join(''),
        text.slice(
          0,
          blocks.reduce((sum, { gap, source }) => sum + gap.length + source.length, 0),
        ),
      )
      assert.ok(
        blocks.every(({ gap }) => !gap.trim()),
        'nothing is left out',
      )
    }),
    { numRuns: RUNS },
  )
})

test('after blocks are added, moved and removed, the others keep their source and all their meaning', () => {
  const place = fc.nat(20)
  fc.assert(
    fc.property(markdown, markdown, place, place, place, (text, added, from, to, removed) => {
      const { blocks } = readDocument(schema, text)
      const nodes = blocks.map(({ node }) => node)
      nodes.splice(to % (nodes.length + 1), 0, ...nodes.splice(from % (nodes.length + 1), 1))
      nodes.splice(removed % (nodes.length + 1), 1)
      nodes.splice(from % (nodes.length + 1), 0, ...nodesOf(schema, added))
      // Two blocks of source next to each other can always become one.
      fc.pre(!nodes.some((node, index) => isRaw(node) && isRaw(nodes[index + 1])))
      const result = written(nodes, text)
      assert.deepEqual(shapes(nodesOf(schema, result)), shapes(nodes), result)
    }),
    { numRuns: RUNS },
  )
})

test('between an ordered list and one that stays source, two lists keep apart', () => {
  const nodes = nodesOf(schema, '2) two\n1. one\n2) two\n\t>')
  assert.deepEqual(shapes(nodesOf(schema, written(nodes))), shapes(nodes))
})

function isRaw(node: Node | undefined) {
  return node?.type.name === 'rawMarkdown'
}

/** Definitions of links have no block of their own when what they define is gone: their source counts. */
function shapes(nodes: readonly Node[]) {
  return nodes.map(node => (isRaw(node) ? node.textContent.trim() : node.toJSON()))
}

const word = fc.string({ unit: fc.constantFrom(...'ab1 *_`[]()!#->.|~\\&;<ж😀'), minLength: 1, maxLength: 8 })
const mark = fc.subarray(['bold', 'italic', 'strike', 'code', 'link'])
const inline = fc.array(fc.tuple(word, mark), { maxLength: 5 }).map(parts =>
  parts.map(([text, names]) =>
    schema.text(
      text,
      names.map(name => schema.mark(name, name === 'link' ? { href: 'https://a.org/(x)' } : null)),
    ),
  ),
)
const paragraph = inline.map(content => schema.node('paragraph', null, content))
const list = fc
  .tuple(
    fc.boolean(),
    fc.boolean(),
    fc.array(fc.tuple(paragraph, fc.option(fc.boolean()), fc.array(paragraph, { maxLength: 1 })), {
      minLength: 1,
      maxLength: 3,
    }),
  )
  .map(([isOrdered, tight, items]) =>
    schema.node(
      isOrdered ? 'orderedList' : 'bulletList',
      { tight },
      items.map(([first, checked, more]) => schema.node('listItem', { checked }, [first, ...more])),
    ),
  )
const nested = fc
  .tuple(paragraph, list)
  .map(([first, inner]) => schema.node('bulletList', null, schema.node('listItem', null, [first, inner])))
const cell = (type: string) => paragraph.map(content => schema.node(type, null, content))
const table = fc
  .tuple(cell('tableHeader'), cell('tableHeader'), cell('tableCell'), cell('tableCell'))
  .map(([a, b, c, d]) =>
    schema.node('table', null, [
      schema.node('tableRow', null, [a, b]),
      schema.node('tableRow', null, [c, d]),
    ]),
  )
const code = word.map(text => schema.node('codeBlock', { language: null }, schema.text(text)))
const heading = inline.map(content => schema.node('heading', { level: 2 }, content))
const quote = fc
  .array(fc.oneof(paragraph, list), { minLength: 1, maxLength: 2 })
  .map(content => schema.node('blockquote', null, content))
const block = fc.oneof(
  paragraph,
  heading,
  list,
  nested,
  quote,
  code,
  table,
  fc.constant(schema.node('horizontalRule')),
)

test('a character that became an entity does not break the delimiter on its other side', () => {
  const [strike, both] = [[schema.mark('strike')], [schema.mark('strike'), schema.mark('italic')]]
  const node = schema.node('paragraph', null, [
    schema.text('a'),
    schema.text('b', strike),
    schema.text('c', both),
  ])
  assert.deepEqual(letters(nodesOf(schema, written([node]))), letters([node]))
})

test('typed text is read back with the same characters, marks and blocks', () => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 4 }), nodes => {
      const text = written(nodes)
      const again = nodesOf(schema, text)
      assert.deepEqual(letters(again), letters(nodes), text)
    }),
    { numRuns: 600 },
  )
})

test('brackets in the text of a link are escaped, also next to each other', () => {
  const link = schema.mark('link', { href: 'https://example.org' })
  const text = [schema.text('[', [link]), schema.text(']a', [link, schema.mark('strike')])]
  const nodes = [schema.node('paragraph', null, text)]
  assert.deepEqual(letters(nodesOf(schema, written(nodes))), letters(nodes))
})

/** Each letter with its marks and the blocks around it; spaces at the ends of lines don't count. */
function letters(nodes: readonly Node[]) {
  const found: string[] = []
  docOf(nodes).descendants((node, position) => {
    if (!node.isText) return
    const $position = docOf(nodes).resolve(position)
    const around = Array.from({ length: $position.depth }, (_, depth) => {
      const { type, attrs } = $position.node(depth + 1)
      return `${type.name}${attrs.checked ?? ''}`
    })
    const marks = node.marks.map(({ type }) => type.name)
    for (const letter of node.text ?? '')
      if (letter !== ' ') found.push([letter, ...marks, ...around].join(' '))
  })
  return found
}
