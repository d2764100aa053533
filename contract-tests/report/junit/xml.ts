import { printableLines } from '../../../spec/wording.ts'

const REFERENCES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
}

/** An element of an XML document. */
export interface Element {
  /** How many elements of that name there are, itself included. */
  count(name: string): number
  /** As indented lines. */
  toText(indent: string): string
}

/** An element with children, which are elements or text. Whatever the texts hold, the document is well formed. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  children: readonly (Element | string)[] = [],
): Element {
  const written = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${attributeValue(String(value))}"`,
  )
  const open = name + written.join('')
  const inner = children.filter((child) => typeof child !== 'string')
  return {
    count: (wanted) => inner.reduce((sum, child) => sum + child.count(wanted), Number(name === wanted)),
    toText: (indent) => {
      if (children.length === 0) return `${indent}<${open}/>\n`
      const isText = inner.length < children.length
      if (isText) return `${indent}<${open}>${children.map(textOf).join('')}</${name}>\n`
      return `${indent}<${open}>\n${inner.map((child) => child.toText(`${indent}  `)).join('')}${indent}</${name}>\n`
    },
  }
}

/** A whole document. */
export function xmlDocument(root: Element): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root.toText('')}`
}

function textOf(child: Element | string): string {
  return typeof child === 'string' ? escaped(child, /[&<>\r]/g) : child.toText('')
}

function attributeValue(text: string): string {
  return escaped(text, /[&<>"\r\n\t]/g)
}

function escaped(text: string, special: RegExp): string {
  // XML 1.0 §2.2 allows no control character, not even as a reference; and none of the others is for a reader's eyes.
  return printableLines(text).replaceAll(special, (char) => REFERENCES[char] ?? char)
}
