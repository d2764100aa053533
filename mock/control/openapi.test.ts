import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createConfig, getLineColLocation, lint } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { operationIds, plans, problemText, schemaCheck } from '../../spec/index.ts'
import { changes } from '../core/journal/events.ts'
import { components, documented } from './document.ts'
import { controlOpenapi } from './generated/openapi.ts'
import { handlers } from './handlers/handlers.ts'
import { controlErrors } from './refusal.ts'

const file = fileURLToPath(new URL('openapi.yaml', import.meta.url))
const { schemas, responses } = controlOpenapi.components

interface Media {
  readonly schema: object
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value?: unknown; readonly $ref?: string }>>
}

/** Every media type under a node that has examples, with where it stands. */
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
  it('pleases the strict linter', async () => {
    const config = await createConfig({ extends: ['recommended-strict'] })
    const problems = await lint({ ref: file, config })
    const told = problems.map(({ ruleId, message, location: [at] }) => {
      return `${at ? getLineColLocation(at).start.line : 0} ${ruleId}: ${message}`
    })
    expect(told).toEqual([])
  })

  it('is what the program holds', () => {
    expect(controlOpenapi).toEqual(parse(readFileSync(file, 'utf8')))
  })

  it('has the version of the package', () => {
    const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
    expect(JSON.parse(manifest)).toMatchObject({ version: controlOpenapi.info.version })
  })

  it('has only examples that its own checks take', async () => {
    const media = mediaIn(controlOpenapi)
    expect(media.length).toBeGreaterThan(30)
    for (const one of media) {
      const check = await schemaCheck(one.schema, components)
      const problems = valuesOf(one).flatMap((value) =>
        check(value).map((problem) => problemText(problem, 'it')),
      )
      expect(problems, one.place).toEqual([])
    }
  })

  it('has a handler for each operation, and names none twice', () => {
    const ids = documented.map(({ id }) => id)
    expect([...ids].sort()).toEqual(Object.keys(handlers).sort())
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('names the plans, operations and kinds of change that there are', () => {
    expect(schemas.Plan.enum).toEqual(plans.map(({ id }) => id))
    expect(schemas.ServiceOperation.enum).toEqual(operationIds)
    expect(schemas.Change.properties.what.enum).toEqual(changes)
  })

  it('shows every error in an example with its status, those that any path can answer apart', () => {
    const shown = Object.values(responses).flatMap((response) =>
      'application/json' in response.content ? valuesOf(response.content['application/json']) : [],
    )
    const errors = shown.filter((value) => typeof value === 'object' && value !== null && 'code' in value)
    const pairs = (errors as { code: string; status: number }[]).map(({ code, status }) => [code, status])
    const anywhere = { method_not_allowed: 405, internal_error: 500 }
    expect({ ...Object.fromEntries(pairs), ...anywhere }).toEqual(controlErrors)
  })
})
