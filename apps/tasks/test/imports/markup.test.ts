import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { adfToMarkdown } from '#imports/formats/markup/adf.ts'
import { htmlToMarkdown } from '#imports/formats/markup/html.ts'
import { wikiToMarkdown } from '#imports/formats/markup/wiki.ts'

for (const [html, markdown] of [
  ['<p>One<br>two</p><p>Three</p>', 'One\\\ntwo\n\nThree'],
  ['<p><strong>bold <em>both</em></strong> plain</p>', '**bold *both*** plain'],
  ['<ul><li><p>A</p><ul><li><p>B</p></li></ul></li><li>C</li></ul>', '- A\n  - B\n- C'],
  ['<ol start="3"><li>A</li><li>B</li></ol>', '3. A\n4. B'],
  ['<pre><code class="language-js">a &lt; b\n```</code></pre>', '````js\na < b\n```\n````'],
  ['<blockquote><p>A</p><p>B</p></blockquote>', '> A\n>\n> B'],
  ['<a href="https://example.org/?a=1&amp;b=2">here</a>', '[here](<https://example.org/?a=1&b=2>)'],
  ['<a href="javascript:alert(1)">here</a>', 'here'],
  ['<img src="data:image/png;base64,AAAA" alt="plan">', 'plan'],
  ['2 * 3 * 4 and snake_case and [x]', '2 \\* 3 \\* 4 and snake_case and \\[x\\]'],
  ['<p># no heading</p><p>1. no list</p>', '\\# no heading\n\n1\\. no list'],
  ['<span data-type="mention" data-id="7" data-label="Ada">@Ada</span> &amp; <b>you', '@Ada & **you**'],
  ['<script>alert(1)</script><!-- x --><p>a < b', 'a \\< b'],
  ['', ''],
] as const) {
  test(`the HTML ${html} becomes Markdown`, () => assert.equal(htmlToMarkdown(html), markdown))
}

for (const [wiki, markdown] of [
  ['h1. Title\ntext', '# Title\n\ntext'],
  ['# One\n## Two\n* Three', '1. One\n   1. Two\n- Three'],
  ['{{a_b}} -gone- *bold* _it_', '`a_b` ~~gone~~ **bold** *it*'],
  ['[~ada] see [https://example.org] !plan.png|width=3!', '@ada see <https://example.org> plan.png'],
  ['{quote}\nA\n{quote}\nB', '> A\n\nB'],
  ['{noformat}a *b*{noformat}', '```\na *b*\n```'],
  ['{code:java}\nnever closed *x*', 'never closed **x**'],
  ['{color:red}red{color} a\\\\b', 'red a\\\nb'],
  ['2-3 and a-b-c, 2*3*4', '2-3 and a-b-c, 2\\*3\\*4'],
  ['|a|[b|https://example.org]|', '| a | [b](<https://example.org>) |\n| --- | --- |'],
  ['[x|javascript:alert(1)]', 'x'],
] as const) {
  test(`the wiki markup ${JSON.stringify(wiki)} becomes Markdown`, () =>
    assert.equal(wikiToMarkdown(wiki), markdown))
}

test('panels, task lists, cards and dates of Atlassian documents become Markdown', () => {
  const text = (value: string, ...marks: object[]) => ({ type: 'text', text: value, marks })
  const paragraph = (...content: object[]) => ({ type: 'paragraph', content })
  const task = (state: string, ...content: object[]) => ({ type: 'taskItem', attrs: { state }, content })
  const document = {
    type: 'doc',
    content: [
      { type: 'heading', attrs: { level: 2 }, content: [text('Plan')] },
      { type: 'panel', attrs: { panelType: 'info' }, content: [paragraph(text('Note', { type: 'em' }))] },
      { type: 'taskList', content: [task('DONE', text('A')), task('TODO', text('B'))] },
      paragraph(
        { type: 'date', attrs: { timestamp: '1709251200000' } },
        { type: 'hardBreak' },
        { type: 'emoji', attrs: { text: '🌳' } },
      ),
      paragraph({ type: 'inlineCard', attrs: { url: 'https://example.org/x' } }),
      {
        type: 'orderedList',
        attrs: { order: 2 },
        content: [{ type: 'listItem', content: [paragraph(text('C'))] }],
      },
      { type: 'rule' },
    ],
  }
  assert.equal(
    adfToMarkdown(document),
    '## Plan\n\n> *Note*\n\n- [x] A\n- [ ] B\n\n2024-03-01\\\n🌳\n\n<https://example.org/x>\n\n2. C\n\n---',
  )
})

test('markup that is nested without end or never closed takes no time', () => {
  const deep = (depth: number): object => {
    let node: object = { type: 'text', text: 'deep' }
    for (let level = 0; level < depth; level++) node = { type: 'blockquote', content: [node] }
    return node
  }
  assert.equal(typeof adfToMarkdown({ content: [deep(5000)] }), 'string')
  for (const part of ['<b>', '<ul><li>', '<!--', '<a "', '</p>', '<table><tr><td>', '&#x', '<']) {
    assert.equal(typeof htmlToMarkdown(part.repeat(20_000)), 'string')
  }
  for (const part of ['*a ', '{code}', '[a|', '|', '!a', '{{', '_a', 'h1. ', '||', '[~', '-a ', '{color:']) {
    assert.equal(typeof wikiToMarkdown(part.repeat(5000)), 'string')
  }
})

test('any text and any document becomes some Markdown', () => {
  const anyText = fc.array(
    fc.constantFrom(
      '<',
      'p',
      '>',
      '</p>',
      '*',
      '_',
      '{code}',
      '|',
      '\n',
      '[',
      ']',
      'a',
      ' ',
      '&',
      '"',
      '<li>',
    ),
  )
  fc.assert(
    fc.property(anyText, fc.jsonValue(), (signs, document) => {
      htmlToMarkdown(signs.join(''))
      wikiToMarkdown(signs.join(''))
      adfToMarkdown(document)
    }),
  )
})
