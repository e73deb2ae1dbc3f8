const LONGEST = 255

/** What is left of a name that may be any text: no path, nothing invisible, not too long. */
export function cleanFileName(name: string) {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const visible = last.replace(/\p{C}/gu, '').trim()
  return [...visible].slice(0, LONGEST).join('') || 'file'
}

/** RFC 6266 §4.1, with the name in UTF-8 by RFC 8187 and an ASCII stand-in for those who do not read it. */
export function contentDisposition(kind: 'inline' | 'attachment', name: string) {
  const standIn = name.replace(/[^ -~]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*!]/g, character => {
    return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  })
  return `${kind}; filename="${standIn}"; filename*=UTF-8''${encoded}`
}
