/** How a hostile service may spell a key in a text of its own. */
export interface KeySpelling {
  readonly how: string
  readonly text: string
  /** Nobody looks for it: only what is left out of a report hides it. */
  readonly isUnknown?: true
}

/** Spellings of a key of ASCII that are looked for, and some that are not. */
export function keySpellings(key: string): readonly KeySpelling[] {
  const chars = Array.from(key)
  const codes = chars.map((char) => char.charCodeAt(0))
  const hexes = codes.map((code) => code.toString(16))
  const bytes = Buffer.from(key)
  const utf16 = Buffer.from(key, 'utf16le')
  const base64 = bytes.toString('base64')
  const each = (before: string, after = '', digits = hexes): string =>
    digits.map((one) => before + one + after).join('')
  const backwards = (text: string): string => Array.from(text).toReversed().join('')
  const lines = (text: string): string => (text.match(/.{1,5}/g) ?? []).join('\r\n')
  const seen: Readonly<Record<string, string>> = {
    'as it is': key,
    'in capitals': key.toUpperCase(),
    'in small letters': key.toLowerCase(),
    'in the other case': key.replaceAll(/[a-z]/gi, (one) =>
      one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase(),
    ),
    'without its last letter': key.slice(0, -1),
    'without its first letter': key.slice(1),
    'without its last three letters': key.slice(0, -3),
    'a part from its middle': key.slice(2, -2),
    'with a blank': `${key.slice(0, 1)} ${key.slice(1)}`,
    'as a header name': key.toLowerCase().replaceAll(/[^a-z\d]/g, ''),
    'as a header name with dashes': key.toLowerCase().replaceAll(/[^a-z\d]/g, '-'),
    'blanks between': chars.join(' '),
    'soft hyphens between': chars.join('\u00ad'),
    'zero-width spaces between': chars.join('\u200b'),
    'zero-width joiners between': chars.join('\u200d'),
    'Cyrillic letters between': chars.join('б'),
    'combining accents': chars.join('\u0301'),
    'a letter a line': chars.join('\r\n'),
    'fullwidth letters': codes.map((code) => String.fromCharCode(code + 0xfee0)).join(''),
    'an array of letters': JSON.stringify(chars),
    'an object of letters': JSON.stringify(Object.fromEntries(chars.entries())),
    'a Buffer': JSON.stringify(bytes),
    'numbers of its bytes': codes.join(' '),
    'numbers in a list': codes.join(', '),
    reversed: chars.toReversed().join(''),
    'backwards with dots': chars.toReversed().join('.'),
    'percent-encoded': encodeURIComponent(key),
    'percent-encoded throughout': each('%'),
    'percent-encoded twice': each('%25'),
    'percent-encoded three times': each('%2525'),
    'quoted-printable': each('=').toUpperCase(),
    'quoted-printable with soft line breaks': each('=', '=\r\n'),
    'escaped as in JSON': each(String.raw`\u00`),
    'escaped in JSON in JSON': JSON.stringify(each(String.raw`\u00`)),
    'escaped as in JavaScript': each(String.raw`\x`),
    'its slashes escaped': key.replaceAll('/', String.raw`\/`),
    'escaped by code points, as in JavaScript': each(String.raw`\u{`, '}'),
    'escaped as in Python': each(String.raw`\U000000`),
    'percent-encoded as UTF-16': each('%u00'),
    'in octal escapes': codes.map((code) => `\\${code.toString(8).padStart(3, '0')}`).join(''),
    'a tag of HTML around each letter': chars.map((char) => `<b>${char}</b>`).join(''),
    'tags of Unicode': codes.map((code) => String.fromCodePoint(code + 0xe0000)).join(''),
    'as in HTML': each('&#x', ';'),
    'as in HTML, by decimal numbers': each('&#', ';', codes.map(String)),
    'as in HTML, with zeros': each('&#x000', ';'),
    'in hex': bytes.toString('hex'),
    'in capital hex': bytes.toString('hex').toUpperCase(),
    'in hex with colons': hexes.join(':'),
    'in hex with 0x': hexes.map((hex) => `0x${hex}`).join(', '),
    'in base64': base64,
    'in base64url': bytes.toString('base64url'),
    'in base64, in the small letters of a header': base64.toLowerCase(),
    'in base64 in lines': lines(base64),
    'in base64, behind a name': Buffer.from(`user:${key}`).toString('base64'),
    'UTF-16 in base64': utf16.toString('base64'),
    'UTF-16, the other way round, in base64': Buffer.from(utf16).swap16().toString('base64'),
    'UTF-16 in hex': utf16.toString('hex'),
    'in hex, backwards': backwards(bytes.toString('hex')),
    'in hex twice': Buffer.from(bytes.toString('hex')).toString('hex'),
    'in hex in base64': Buffer.from(bytes.toString('hex')).toString('base64'),
    'in base64, backwards': backwards(base64),
    'in base64 twice': Buffer.from(base64).toString('base64'),
    'in base64 in hex': Buffer.from(base64).toString('hex'),
    'in octal': codes.map((code) => code.toString(8)).join(' '),
    'in octal escapes of two or three digits': codes.map((code) => `\\${code.toString(8)}`).join(''),
    'in octal without a blank': codes.map((code) => code.toString(8).padStart(3, '0')).join(''),
    'in binary': codes.map((code) => code.toString(2).padStart(8, '0')).join(' '),
    'in binary without a blank': codes.map((code) => code.toString(2).padStart(8, '0')).join(''),
    'numbers of three digits without a blank': codes.map((code) => String(code).padStart(3, '0')).join(''),
    'selectors of variants': codes.map((code) => String.fromCodePoint(code - 16 + 0xe0100)).join(''),
  }
  const unknown: Readonly<Record<string, string>> = {
    'each letter shifted by one': codes.map((code) => String.fromCharCode(code + 1)).join(''),
    'in base64 three times': Buffer.from(Buffer.from(base64).toString('base64')).toString('base64'),
    'every other letter': chars.join('x'),
    'as one number': String(BigInt(`0x${bytes.toString('hex')}`)),
    'its bits turned round': Buffer.from(codes.map((code) => 255 - code)).toString('base64'),
  }
  return [
    ...Object.entries(seen).map(([how, text]) => ({ how, text })),
    ...Object.entries(unknown).map(([how, text]) => ({ how, text, isUnknown: true as const })),
  ]
}
