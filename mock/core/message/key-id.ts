/** Returns the id of a key, which is shown in place of the key: the same key has the same id, and another key another id. */
export type IdentifyKey = (key: string) => string

/** A secret of 64 bits, as 16 hexadecimal digits. It prevents others from testing whether an id is that of a key. */
export type KeySecret = string

/**
 * Identifies keys by a keyed digest, HalfSipHash-2-4 (Aumasson and Bernstein). All instances that share the secret give a key
 * the same id, after a reset too, and store nothing for it. The web's own digests (SubtleCrypto) are asynchronous. `secret`
 * is called with the first key.
 */
export function keyIdentifier(secret: () => KeySecret): IdentifyKey {
  let words: readonly [number, number] | undefined
  return (key) => {
    words ??= secretWords(secret())
    return digest(words, key)
  }
}

function secretWords(secret: KeySecret): readonly [number, number] {
  return [littleEndian(secret.slice(0, 8)), littleEndian(secret.slice(8, 16))]
}

function littleEndian(digits: string): number {
  return swapBytes(Number.parseInt(digits, 16))
}

function digest([first, second]: readonly [number, number], key: string): string {
  const state: State = [first, second ^ 0xee, 0x6c796765 ^ first, 0x74656462 ^ second]
  const whole = key.length - (key.length % 4)
  for (let at = 0; at < whole; at += 4) absorb(state, wordAt(key, at))
  absorb(state, wordAt(key, whole) | (key.length << 24))
  state[2] ^= 0xee
  const start = squeeze(state)
  state[1] ^= 0xdd
  return start + squeeze(state)
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

function squeeze(state: State): string {
  rounds(state, 4)
  return (swapBytes(state[1] ^ state[3]) >>> 0).toString(16).padStart(8, '0')
}

function rounds(state: State, count: number): void {
  let [a, b, c, d] = state
  for (let done = 0; done < count; done += 1) {
    a = (a + b) | 0
    b = rotate(b, 5) ^ a
    a = rotate(a, 16)
    c = (c + d) | 0
    d = rotate(d, 8) ^ c
    a = (a + d) | 0
    d = rotate(d, 7) ^ a
    c = (c + b) | 0
    b = rotate(b, 13) ^ c
    c = rotate(c, 16)
  }
  state[0] = a
  state[1] = b
  state[2] = c
  state[3] = d
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits))
}

/** A word with its bytes in reverse order. */
function swapBytes(word: number): number {
  return (rotate(word, 8) & 0x00ff00ff) | (rotate(word, 24) & 0xff00ff00)
}
