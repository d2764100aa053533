/**
 * What is known at once, or later: with `Later` false where state is kept in this process's memory, and true where it is
 * kept on another machine. The steps of a request are the same for both.
 */
export type Awaitable<Value, Later extends boolean = boolean> = Later extends true ? Promise<Value> : Value

/** Goes on with a value: at once where it is known, and when it comes where it is not. */
export function andThen<Value, Next>(
  value: Value | Promise<Value>,
  next: (value: Value) => Next | Promise<Next>,
): Next | Promise<Next> {
  return value instanceof Promise ? value.then(next) : next(value)
}

/** The same for what says by its type whether it is known at once. */
export function andThenAlike<Later extends boolean, Value, Next>(
  value: Awaitable<Value, Later>,
  next: (value: Value) => Next | Awaitable<Next, Later>,
): Awaitable<Next, Later> {
  // What follows from a value is known when the value is.
  return andThen(value as Value | Promise<Value>, next as (value: Value) => Next) as Awaitable<Next, Later>
}

/** All of several values. */
export function allAlike<Later extends boolean, Value>(
  values: readonly Awaitable<Value, Later>[],
): Awaitable<readonly Value[], Later> {
  const several = values as readonly (Value | Promise<Value>)[]
  // All are known at once, or none is.
  const isLater = several.some((value) => value instanceof Promise)
  return (isLater ? Promise.all(several) : several) as Awaitable<readonly Value[], Later>
}
