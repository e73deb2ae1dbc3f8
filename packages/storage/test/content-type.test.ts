import assert from 'node:assert/strict'
import { test } from 'node:test'
import { detectType } from '../src/files.ts'

for (const [what, bytes, type] of [
  [
    'a PNG',
    Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex'),
    'image/png',
  ],
  ['a JPEG', Buffer.from('ffd8ffe000104a46494600010100', 'hex'), 'image/jpeg'],
  ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1'), 'image/gif'],
  ['a WebP', Buffer.from('RIFF\x24\x00\x00\x00WEBPVP8 ', 'latin1'), 'image/webp'],
  ['a PDF', Buffer.from('%PDF-1.7\n'), 'application/pdf'],
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 'application/octet-stream'],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'application/octet-stream'],
  ['an SVG with a prologue', Buffer.from('<?xml version="1.0"?><svg/>'), 'application/xml'],
  ['nothing', Buffer.alloc(0), 'application/octet-stream'],
] as const) {
  test(`the bytes of ${what} are ${type}`, async () => {
    assert.equal(await detectType(byteByByte(bytes)), type)
  })
}

async function* byteByByte(bytes: Buffer) {
  for (const byte of bytes) yield Buffer.of(byte)
}
