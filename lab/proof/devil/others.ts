/** Requests that the document does not describe: other methods and other paths. */
import { int64Of, type Scene } from './actions.ts'
import { Num, Obj, parse } from './json.ts'
import type { Draft } from './reply.ts'
import type { Asked } from './request.ts'
import { readWanted, Wrong } from './rules.ts'
import { petJson } from './store.ts'

export function allowedOf(asked: Asked): string {
  return asked.route.to === 'pets' ? 'GET, POST' : 'GET'
}

export function isDescribed(asked: Asked): boolean {
  const { method, route } = asked
  return (method === 'GET' && route.to !== 'elsewhere') || (method === 'POST' && route.to === 'pets')
}

export function notAllowed(
  asked: Asked,
  status: number,
  scene: Pick<Scene, 'speaker' | 'requestNumber'>,
): Draft {
  const headers: Draft['headers'] = status === 405 ? { Allow: allowedOf(asked) } : {}
  return scene.speaker.error(status, 'this method is not served here', scene.requestNumber, headers)
}

export function elsewhere(asked: Asked, scene: Scene): Draft {
  const rest = asked.route.to === 'elsewhere' ? asked.route.rest : ''
  const known = /^\/(categories|orders|store\/orders)$/.test(rest)
  if (known && scene.choices.of('elsewhere') === 'served' && asked.method === 'GET')
    return { status: 200, headers: {}, body: [] }
  return scene.speaker.error(404, 'there is nothing here', scene.requestNumber)
}

export function options(asked: Asked, scene: Pick<Scene, 'choices' | 'speaker' | 'requestNumber'>): Draft {
  const choice = scene.choices.of('options')
  const headers: Draft['headers'] = { Allow: `${allowedOf(asked)}, OPTIONS` }
  if (choice === '204') return { status: 204, headers, body: undefined }
  if (choice === '200') return { status: 200, headers, body: new Obj([['allow', allowedOf(asked)]]) }
  return notAllowed(asked, Number(choice), scene)
}

/** PATCH, PUT, DELETE and whatever else; update and delete may exist, how is not shown. */
export function otherMethod(asked: Asked, scene: Scene): Draft {
  const choice = scene.choices.of('otherMethods')
  const change = ['PATCH', 'PUT', 'DELETE'].includes(asked.method)
  if (choice !== 'served') return notAllowed(asked, Number(choice), scene)
  if (!change || asked.route.to !== 'pet') return notAllowed(asked, 405, scene)
  const id = int64Of(asked.route.id)
  const pet = id === undefined ? undefined : scene.store.find(id)
  if (pet === undefined) return scene.speaker.error(404, 'there is no such animal', scene.requestNumber)
  if (asked.method === 'DELETE') {
    scene.store.remove(pet)
    return { status: 204, headers: {}, body: undefined }
  }
  const wanted = readWanted(
    merged(asked, pet.name, pet.categoryId),
    scene.store,
    scene.choices,
    scene.requestNumber,
  )
  if (wanted instanceof Wrong) return scene.speaker.error(400, wanted.why, scene.requestNumber)
  Object.assign(pet, { name: wanted.name, categoryId: wanted.categoryId })
  if (wanted.status !== undefined) pet.status = wanted.status
  scene.store.move(pet)
  scene.neighbours.sees(pet)
  return { status: 200, headers: {}, body: petJson(pet, scene.choices.of('petExtras')) }
}

function merged(asked: Asked, name: string, categoryId: bigint): Obj | undefined {
  try {
    const body = parse(asked.body ?? '')
    if (!(body instanceof Obj)) return undefined
    const missing: (readonly [string, string | Num])[] = []
    if (!body.has('name')) missing.push(['name', name])
    if (!body.has('categoryId')) missing.push(['categoryId', new Num(categoryId)])
    return new Obj([...missing, ...body.entries.filter(([own]) => own !== 'id')])
  } catch {
    return undefined
  }
}
