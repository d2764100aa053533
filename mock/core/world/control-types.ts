import type { ClockControl } from './clock-control.ts'
import type { ChoiceControl, FaultControl, JournalControl, LimitControl } from './controls.ts'
import type { KeyControl } from './key-control.ts'
import type { LeaseControl } from './lease-control.ts'
import type { PetControl } from './pet-control.ts'
import type { World } from './world.ts'
import type { Worlds } from './worlds.ts'

/** The controls of worlds whose state is in this process's memory: every call answers at once. */
export type Local<Control> = Answering<Control, 'at once'>

/** The controls of worlds that several mocks share: every call answers with a promise. */
export type Shared<Control> = Answering<Control, 'promised'>

export type LocalWorld = Local<World> & World
export type LocalWorlds = Local<Worlds> & Worlds
export type SharedWorld = Shared<World> & World
export type SharedWorlds = Shared<Worlds> & Worlds

/** Types controls over stores in this process's memory as what they are: such as answer at once. */
export function local<Control>(controls: Control): Local<Control> & Control {
  return controls as Local<Control> & Control
}

/** Types controls over stores on another machine as what they are: such as answer with promises. */
export function shared<Control>(controls: Control): Shared<Control> & Control {
  return controls as Shared<Control> & Control
}

type When = 'at once' | 'promised'

/** `World.answer` waits for the body of its request, wherever the state is. */
type Answering<Control, How extends When> = {
  readonly [Name in keyof Control]: Name extends 'answer' ? Control[Name] : Member<Control[Name], How>
}

type Member<Type, How extends When> = [Type] extends [(...args: infer Args) => infer Result]
  ? (...args: Args) => Answer<Result, How>
  : Answer<Type, How>

/** A type that is never, or always, a promise is unchanged. */
type Answer<Result, How extends When> = [Extract<Result, Promise<unknown>>] extends [never]
  ? Inner<Result, How>
  : [Exclude<Result, Promise<unknown>>] extends [never]
    ? Promise<Inner<Awaited<Result>, How>>
    : How extends 'promised'
      ? Promise<Inner<Awaited<Result>, How>>
      : Inner<Awaited<Result>, How>

/** The controls that others lead to. */
type Part =
  | World
  | Worlds
  | ChoiceControl
  | ClockControl
  | FaultControl
  | JournalControl
  | KeyControl
  | LeaseControl
  | LimitControl
  | PetControl

type Inner<Type, How extends When> = Type extends Part
  ? Answering<Type, How>
  : Type extends readonly (infer Item extends Part)[]
    ? readonly Answering<Item, How>[]
    : Type
