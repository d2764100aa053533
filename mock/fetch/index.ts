// petstore-mock/fetch: the mock as a function from Request to Response, for browsers, workers and any other runtime.
import '../../spec/need-node.ts'
import type { Local } from '../core/world/control-types.ts'
import type { World as AnyWorld } from '../core/world/world.ts'
import type { Worlds as AnyWorlds } from '../core/world/worlds.ts'

export { ChoiceError, type Choices } from '../../spec/choices.ts'
export type { PlanId } from '../../spec/plans.ts'
export type { NewPet, Pet, PetStatus, PetStoreError } from '../../spec/wire.ts'
export type { PetsOptions, SeedPet } from '../../fixtures/pets.ts'
export { ControlError } from '../core/world/control-error.ts'
export type { WorldOptions } from '../core/world/world-options.ts'
export type World = Local<AnyWorld>
export type Worlds = Local<AnyWorlds>
export { createMock } from './create-mock.ts'
export { makePets } from './make-pets.ts'
export type { FetchMock, FetchOptions } from './fetch-mock.ts'
