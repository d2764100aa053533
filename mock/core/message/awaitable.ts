/**
 * A value, or the promise of one: state in this process's memory answers at once, state on another machine later. The steps
 * of a request are the same for both.
 */
export type Awaitable<Value> = Value | Promise<Value>

/** Calls `next` with the value: at once, or when the promise of it is fulfilled. */
export function andThen<Value, Next>(
  value: Awaitable<Value>,
  next: (value: Value) => Awaitable<Next>,
): Awaitable<Next> {
  return value instanceof Promise ? value.then(next) : next(value)
}

/** All values, at once unless one of them is promised. */
export function awaitAll<Value>(values: readonly Awaitable<Value>[]): Awaitable<readonly Value[]> {
  const isPresent = (value: Awaitable<Value>): value is Value => !(value instanceof Promise)
  return values.every(isPresent) ? values : Promise.all(values)
}

/** A port whose calls all answer at once. */
export type AtOnce<Port> = {
  readonly [Name in keyof Port]: Port[Name] extends (...args: infer Args) => infer Result
    ? (...args: Args) => Exclude<Result, Promise<unknown>>
    : Exclude<Port[Name], Promise<unknown>>
}
