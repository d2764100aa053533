import { newPet } from '../../../fixtures/new-pet.ts'
import { stringifyJson, type Int64, type NewPet } from '../../../spec/index.ts'
import { Answer } from './answer.ts'

export interface Ask {
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
}

/** Asks a service over HTTP, with one key or none. */
export class Client {
  readonly baseUrl: string
  readonly #key: string | undefined

  constructor(baseUrl: string, key?: string) {
    this.baseUrl = baseUrl
    this.#key = key
  }

  /** Sends what a request method, a path below the base address and headers make; own headers go over the key's. */
  async send(method: string, path: string, { headers = {}, body }: Ask = {}): Promise<Answer> {
    const credentials = this.#key === undefined ? {} : { Authorization: `Bearer ${this.#key}` }
    const response = await fetch(this.baseUrl + path, {
      method,
      headers: { ...credentials, ...headers },
      ...(body !== undefined && { body }),
    })
    return new Answer(response.status, response.headers, await response.text())
  }

  list(query = ''): Promise<Answer> {
    return this.send('GET', `/pets${query}`)
  }

  /** Adds an animal; text and bytes go as they are. */
  create(
    pet: NewPet | string | Uint8Array<ArrayBuffer> = newPet(),
    type = 'application/json',
  ): Promise<Answer> {
    const body = typeof pet === 'string' || pet instanceof Uint8Array ? pet : stringifyJson(pet)
    return this.send('POST', '/pets', { headers: { 'Content-Type': type }, body })
  }

  get(id: Int64 | string): Promise<Answer> {
    return this.send('GET', `/pets/${id}`)
  }

  /** Lists animals so many times, one after the other, and answers with the last reply. */
  async listTimes(times: number): Promise<Answer> {
    let last = await this.list('?limit=1')
    for (let time = 1; time < times; time += 1) last = await this.list('?limit=1')
    return last
  }
}
