// petstore-mock/fetch: the mock as a function from Request to Response, for browsers, workers and any other runtime.
export { ChoiceError, type Choices, type Pet, type PetStatus, type PlanId } from '../../spec/index.ts'
export { makePets, type PetsOptions, type SeedPet } from '../../fixtures/pets.ts'
export { ControlError } from '../core/world/control-error.ts'
export type { World } from '../core/world/world.ts'
export type { WorldOptions } from '../core/world/world-options.ts'
export type { Worlds } from '../core/world/worlds.ts'
export { createMock } from './create-mock.ts'
export type { FetchMock, FetchOptions } from './fetch-mock.ts'
