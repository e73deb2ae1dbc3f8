import { UnreadableFile } from './format.ts'

interface Element {
  /** The name of the array. */
  name: string
  /** The line of the file where the element starts. */
  line: number
  value: Record<string, unknown>
}

/**
 * Yields the objects of the named arrays that are fields of the object in the file, without holding the file in memory.
 * Throws if the file ends early or an element is no valid JSON.
 */
export async function* readArrays(
  chunks: AsyncIterable<string>,
  names: readonly string[],
): AsyncIterable<Element> {
  const scanner = new ArrayScanner(names)
  for await (const chunk of chunks)
    for (const character of chunk) {
      const element = scanner.next(character)
      if (element) yield element
    }
  scanner.end()
}

/** Follows strings and brackets, one character at a time. */
class ArrayScanner {
  readonly #names: readonly string[]
  #line = 1
  #depth = 0
  #isString = false
  #isEscaped = false
  #isComplete = false
  /** The last string at the level of the fields: their names come before their values. */
  #field = ''
  #element: { line: number; text: string } | undefined

  constructor(names: readonly string[]) {
    this.#names = names
  }

  next(character: string): Element | undefined {
    if (this.#element) this.#element.text += character
    if (character === '\n') this.#line += 1
    if (this.#isString) return this.#continueString(character)
    if (character === '"') return this.#beginString()
    if (character === '{' || character === '[') return this.#open(character)
    if (character === '}' || character === ']') return this.#close()
    if (this.#depth === 0 && /[^\s\uFEFF]/.test(character))
      throw new UnreadableFile(`Line ${this.#line} is not JSON`)
    return undefined
  }

  end() {
    if (!this.#isComplete) throw new UnreadableFile(`The file ends in the middle of line ${this.#line}`)
  }

  #beginString() {
    this.#isString = true
    if (this.#depth === 1) this.#field = ''
    return undefined
  }

  #continueString(character: string) {
    const isEnd = character === '"' && !this.#isEscaped
    if (isEnd) this.#isString = false
    else if (this.#depth === 1) this.#field += character
    this.#isEscaped = character === '\\' && !this.#isEscaped
    return undefined
  }

  #open(bracket: string) {
    if (this.#depth === 0 && bracket === '[')
      throw new UnreadableFile('The file has a list of realms; export a single realm')
    this.#depth += 1
    if (this.#depth === 3 && bracket === '{' && this.#names.includes(this.#field))
      this.#element = { line: this.#line, text: bracket }
    return undefined
  }

  #close() {
    this.#depth -= 1
    this.#isComplete = this.#depth === 0
    if (!this.#element || this.#depth > 2) return undefined
    const { line, text } = this.#element
    this.#element = undefined
    return { name: this.#field, line, value: parse(line, text) }
  }
}

function parse(line: number, text: string) {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    throw new UnreadableFile(`Line ${line} is not JSON`)
  }
}
