import { MOST } from '../core/memory/bounds.ts'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createConfig, getLineColLocation, lint } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { openapi } from '../../spec/generated/openapi.ts'
import { operationIds } from '../../spec/operations.ts'
import { planIds } from '../../spec/plans.ts'
import { problemText } from '../../spec/schema-check.ts'
import { schemaCheck } from '../../spec/testing/schema-check.ts'
import { ownVersion } from '../../spec/own-version.ts'
import { changes } from '../core/journal/events.ts'
import { PAGE_LENGTH } from '../core/world/controls.ts'
import { PETS_LISTED } from '../core/world/pet-control.ts'
import { MOST_PETS } from '../../fixtures/pets.ts'
import { DEFAULT_HOST, DEFAULT_PORT } from '../address.ts'
import { documented } from './message/document.ts'
import { controlOpenapi } from './generated/openapi.ts'
import { handlers } from './handlers/handlers.ts'
import { controlErrors } from './message/control-refusal.ts'

const file = fileURLToPath(new URL('openapi.yaml', import.meta.url))
const { schemas, responses } = controlOpenapi.components

interface Media {
  readonly schema: object
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value?: unknown; readonly $ref?: string }>>
}

/** Every media type with examples under a node, with its location. */
function mediaIn(node: unknown, place = ''): (Media & { readonly place: string })[] {
  if (typeof node !== 'object' || node === null) return []
  const here =
    'schema' in node && ('example' in node || 'examples' in node) ? [{ ...(node as Media), place }] : []
  return [...here, ...Object.entries(node).flatMap(([key, child]) => mediaIn(child, `${place}/${key}`))]
}

function valuesOf({ example, examples = {} }: Media): unknown[] {
  const shared: Readonly<Record<string, { readonly value: unknown }>> = controlOpenapi.components.examples
  const named = Object.values(examples).map(
    ({ value, $ref }) => value ?? shared[$ref?.split('/').at(-1) ?? '']?.value,
  )
  return [...(example === undefined ? [] : [example]), ...named]
}

describe('openapi.yaml', () => {
  it('passes the strict linter', async () => {
    const config = await createConfig({ extends: ['recommended-strict'] })
    const problems = await lint({ ref: file, config })
    const findings = problems.map(({ ruleId, message, location: [at] }) => {
      return `${at ? getLineColLocation(at).start.line : 0} ${ruleId}: ${message}`
    })
    expect(findings).toEqual([])
  })

  it('equals the generated module', () => {
    expect(controlOpenapi).toEqual(parse(readFileSync(file, 'utf8')))
  })

  it('has the version of the package', () => {
    expect(controlOpenapi.info.version).toBe(ownVersion())
  })

  it('has the address, the limits and the defaults of the program', () => {
    const origin = `http://${DEFAULT_HOST}:${DEFAULT_PORT}`
    expect(controlOpenapi.servers.map(({ url }) => url)).toEqual([`${origin}/_mock`])
    expect(openapi.servers.map(({ url }) => url)).toEqual([`${origin}/v1`, `${origin}/staging/v1`])
    const { paths } = controlOpenapi
    const maxima = Array.from(
      JSON.stringify(paths).matchAll(/At most (\d+ \w+) can exist\./g),
      ([, maximum = '']) => maximum,
    )
    expect(maxima).toEqual([
      `${MOST.worlds} worlds`,
      `${MOST.leases} leases`,
      `${MOST.faults} faults`,
      `${MOST.eventStreams} streams`,
    ])
    const limits = [paths['/worlds/{world}/pets'].get, paths['/worlds/{world}/journal'].get].map(
      ({ parameters }) => parameters.find(({ name }) => name === 'limit')?.schema,
    )
    expect(limits).toMatchObject([
      { default: PETS_LISTED },
      { maximum: MOST.journalEntries, default: PAGE_LENGTH },
    ])
    const { NewWorld } = controlOpenapi.components.schemas
    expect(NewWorld.properties.pets).toMatchObject({ oneOf: [{ maximum: MOST_PETS }, {}] })
  })

  it('has only valid examples', () => {
    const media = mediaIn(controlOpenapi)
    expect(media.length).toBeGreaterThan(30)
    for (const one of media) {
      const check = schemaCheck(one.schema, controlOpenapi.components)
      const problems = valuesOf(one).flatMap((value) =>
        check(value).map((problem) => problemText(problem, 'it')),
      )
      expect(problems, one.place).toEqual([])
    }
  })

  it('has a handler for each operation, and unique operationIds', () => {
    const ids = documented.map(({ id }) => id)
    expect([...ids].sort()).toEqual(Object.keys(handlers).sort())
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('has one success status for each operation', () => {
    const items: Readonly<Record<string, Readonly<Record<string, unknown>>>> = controlOpenapi.paths
    for (const { path, method, id } of documented) {
      const operation = items[path]?.[method] as { readonly responses: object } | undefined
      const successes = Object.keys(operation?.responses ?? {}).filter((status) => status.startsWith('2'))
      expect(successes, id).toHaveLength(1)
    }
  })

  it('lists the same plans, operations and kinds of change as the program', () => {
    expect(schemas.Plan.enum).toEqual(planIds)
    expect(schemas.ServiceOperation.enum).toEqual(operationIds)
    expect(schemas.Change.properties.what.enum).toEqual(changes)
  })

  it('shows every error in an example with its status, those that any path can answer apart', () => {
    const shown = Object.values(responses).flatMap((response) =>
      'application/json' in response.content ? valuesOf(response.content['application/json']) : [],
    )
    const errors = shown.filter((value) => typeof value === 'object' && value !== null && 'code' in value)
    const pairs = (errors as { code: string; status: number }[]).map(({ code, status }) => [code, status])
    const anywhere = { method_not_allowed: 405, internal_error: 500, store_unavailable: 503 }
    expect({ ...Object.fromEntries(pairs), ...anywhere }).toEqual(controlErrors)
  })
})
