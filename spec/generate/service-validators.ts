import { inputSchema } from './input-schema.ts'
import { validatorModule, type Schemas } from './validators.ts'

interface Fields {
  readonly properties: Schemas
}

interface OpenApi {
  readonly components: {
    readonly schemas: {
      readonly PetStatus: object
      readonly NewPet: Fields
      readonly Pet: { readonly allOf: readonly [newPet: object, more: Fields] }
      readonly Error: object
    }
  }
}

/** The validators of what the service and its clients send, and of a pet that a world starts with. */
export function serviceValidators(document: unknown): string {
  // The linter has judged the document.
  const { PetStatus, NewPet, Pet, Error } = withoutWords((document as OpenApi).components.schemas)
  const SeedPet = inputSchema({
    ...NewPet,
    properties: { ...Pet.allOf[1].properties, ...NewPet.properties, status: PetStatus },
    additionalProperties: false,
  })
  return validatorModule({ NewPet, Pet, Error, SeedPet }, { PetStatus })
}

/** Descriptions decide nothing and would make the module larger. */
function withoutWords<Value>(value: Value): Value {
  return JSON.parse(
    JSON.stringify(value, (key, inner: unknown) =>
      key === 'description' && typeof inner === 'string' ? undefined : inner,
    ),
  ) as Value
}
