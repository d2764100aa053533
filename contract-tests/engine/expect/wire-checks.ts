import { openapi, schemaCheck, type SchemaCheck } from '../../../spec/index.ts'

/** The schemas of the document, compiled. */
export type WireChecks = Readonly<Record<'Pet' | 'Pets' | 'Error', SchemaCheck>>

let loaded: Promise<WireChecks> | undefined

/** They are compiled once. */
export function loadWireChecks(): Promise<WireChecks> {
  loaded ??= compile()
  return loaded
}

async function compile(): Promise<WireChecks> {
  const { Pet, Pets, Error } = openapi.components.schemas
  return {
    Pet: await schemaCheck(Pet, openapi.components),
    Pets: await schemaCheck(Pets, openapi.components),
    Error: await schemaCheck(Error, openapi.components),
  }
}
