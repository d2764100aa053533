import { effect } from '@preact/signals'
import { DEFAULT_WORLD, type Room } from './room.ts'

/** The world that the address of the page names. */
export function worldInAddress(): string {
  const named = new URLSearchParams(location.search).get('world') ?? ''
  return named === '' ? DEFAULT_WORLD : named
}

/**
 * Keeps the world that is shown in the address and in the title, so that a reload, a bookmark and a link show the same.
 * The step back leaves the page, as it did: a world that is gone must not be stepped back to.
 */
export function keepWorldInAddress({ world }: Room): void {
  effect(() => {
    document.title = `${world.value} · Control room · Pet Store mock`
    if (world.value === worldInAddress()) return
    const address = new URL(location.href)
    if (world.value === DEFAULT_WORLD) address.searchParams.delete('world')
    else address.searchParams.set('world', world.value)
    history.replaceState(undefined, '', address)
  })
}
