import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderEmail } from '../src/render-email.ts'

const email = {
  language: 'en' as const,
  subject: 'Confirm <your> address',
  paragraphs: ['Hello Ann & Bob,', 'please confirm.'],
  items: [
    { title: 'A task', text: 'due today', address: 'https://example.org/task?a=1&b=2' },
    { title: '<script>alert(1)</script>', text: '' },
  ],
  button: { label: 'Confirm', address: 'https://example.org/?token="x"' },
  footnote: 'You can ignore this email.',
}

test('the text version has the same content as the HTML', () => {
  const { to, subject, text } = renderEmail('ann@example.org', email)
  assert.deepEqual([to, subject], ['ann@example.org', 'Confirm <your> address'])
  assert.equal(
    text,
    [
      'Hello Ann & Bob,',
      'please confirm.',
      '• A task\n  due today\n  https://example.org/task?a=1&b=2',
      '• <script>alert(1)</script>',
      'Confirm:\nhttps://example.org/?token="x"',
      '—\nYou can ignore this email.\n',
    ].join('\n\n'),
  )
})

test('the HTML is escaped, has a language and loads nothing', () => {
  const { html } = renderEmail('ann@example.org', { ...email, language: 'ru' })
  assert.match(html, /^<!doctype html>\n<html lang="ru">/)
  assert.match(html, /Confirm &lt;your&gt; address/)
  assert.match(html, /Hello Ann &amp; Bob,/)
  assert.match(html, /<a href="https:\/\/example\.org\/task\?a=1&amp;b=2"/)
  assert.match(html, /<a href="https:\/\/example\.org\/\?token=&quot;x&quot;"/)
  assert.doesNotMatch(html, /<script|<img|<link|src=|url\(/i)
})

test('items and the button are optional', () => {
  const { text, html } = renderEmail('ann@example.org', {
    language: 'en',
    subject: 'Hello',
    paragraphs: ['Hello,'],
    footnote: 'Bye',
  })
  assert.equal(text, 'Hello,\n\n—\nBye\n')
  assert.doesNotMatch(html, /<a |undefined|false/)
})

test('nothing in a text looks like a link, whatever users call themselves and their projects', () => {
  const hostile = [
    'https://evil.example/login',
    'HTTPS://Evil.Example',
    'www.evil.example',
    'evil.example',
    'пример.рф',
    'evil。example',
    'ftp://evil.example',
    'mailto:eve@evil.example',
    'ann@evil.example',
    'http:/mailto:/evil.example',
    'evil..example',
  ]
  const linked = /[a-z]:\/\/|mailto:|[\p{L}\p{N}][.。][\p{L}\p{N}-]*\p{L}{2}/iu
  for (const name of hostile) {
    const { subject, text, html } = renderEmail('ann@example.org', {
      language: 'en',
      subject: `Invitation to project “${name}”`,
      paragraphs: [`Ann invited you to the project “${name}” in Atrium. Your role: member.`],
      items: [{ title: name, text: name }],
      footnote: 'You can ignore this email.',
    })
    const shown = html.replace(/style="[^"]*"/g, '')
    for (const one of [subject, text, shown]) assert.doesNotMatch(one, linked, name)
  }
  const { text } = renderEmail('ann@example.org', {
    language: 'en',
    subject: 'Sign-in',
    paragraphs: ['1.5.2026, 10:00 UTC, 203.0.113.7. It was you, e.g. at work? Version 2.0.'],
    footnote: 'Bye',
  })
  assert.match(text, /1\.5\.2026, 10:00 UTC, 203\.0\.113\.7\. It was you, e\.g\. at work\? Version 2\.0\./)
})
