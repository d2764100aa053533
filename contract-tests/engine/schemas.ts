import { openapi, schemaCheck, type SchemaCheck } from '../../spec/index.ts'

/** Checks against the schemas of the document, compiled. */
export type SchemaChecks = Readonly<Record<'Pet' | 'Pets' | 'Error', SchemaCheck>>

let loaded: Promise<SchemaChecks> | undefined

/** They are compiled once. */
export function loadSchemaChecks(): Promise<SchemaChecks> {
  loaded ??= compile()
  return loaded
}

async function compile(): Promise<SchemaChecks> {
  const { Pet, Pets, Error } = openapi.components.schemas
  return {
    Pet: await schemaCheck(Pet, openapi.components),
    Pets: await schemaCheck(Pets, openapi.components),
    Error: await schemaCheck(Error, openapi.components),
  }
}
