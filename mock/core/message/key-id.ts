/** The id that a key is known by where it must not be shown: the same for the same key, and another for another. */
export type KeyIdOf = (key: string) => string

/** Bits that nobody outside knows, as 16 hexadecimal digits: who knew them could try whether an id is that of a key. */
export type KeySecret = string

/**
 * Names keys by a keyed digest, HalfSipHash-2-4 (Aumasson and Bernstein): with the secret, whoever shares it calls a key the
 * same, after a reset too, and nothing has to be remembered of any key. What the web has for this (SubtleCrypto) answers
 * with promises. `secret` is asked for with the first key.
 */
export function keyIdsBy(secret: () => KeySecret): KeyIdOf {
  let words: readonly [number, number] | undefined
  return (key) => {
    words ??= wordsOf(secret())
    return digest(words, key)
  }
}

function wordsOf(secret: KeySecret): readonly [number, number] {
  return [littleEndian(secret.slice(0, 8)), littleEndian(secret.slice(8, 16))]
}

function littleEndian(digits: string): number {
  return swapped(Number.parseInt(digits, 16))
}

function digest([first, second]: readonly [number, number], key: string): string {
  const state: State = [first, second ^ 0xee, 0x6c796765 ^ first, 0x74656462 ^ second]
  const whole = key.length - (key.length % 4)
  for (let at = 0; at < whole; at += 4) absorb(state, wordAt(key, at))
  absorb(state, wordAt(key, whole) | (key.length << 24))
  state[2] ^= 0xee
  const start = squeezed(state)
  state[1] ^= 0xdd
  return start + squeezed(state)
}

type State = [number, number, number, number]

/** Up to four characters as a word. Those of keys are ASCII. */
function wordAt(text: string, at: number): number {
  let word = 0
  for (let place = 0; place < 4 && at + place < text.length; place += 1) {
    word |= (text.charCodeAt(at + place) & 0xff) << (8 * place)
  }
  return word
}

function absorb(state: State, word: number): void {
  state[3] ^= word
  rounds(state, 2)
  state[0] ^= word
}

function squeezed(state: State): string {
  rounds(state, 4)
  return (swapped(state[1] ^ state[3]) >>> 0).toString(16).padStart(8, '0')
}

function rounds(state: State, count: number): void {
  let [a, b, c, d] = state
  for (let done = 0; done < count; done += 1) {
    a = (a + b) | 0
    b = rotated(b, 5) ^ a
    a = rotated(a, 16)
    c = (c + d) | 0
    d = rotated(d, 8) ^ c
    a = (a + d) | 0
    d = rotated(d, 7) ^ a
    c = (c + b) | 0
    b = rotated(b, 13) ^ c
    c = rotated(c, 16)
  }
  state[0] = a
  state[1] = b
  state[2] = c
  state[3] = d
}

function rotated(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits))
}

/** A word with its bytes in the other order. */
function swapped(word: number): number {
  return (rotated(word, 8) & 0x00ff00ff) | (rotated(word, 24) & 0xff00ff00)
}
