import type { Handlers } from '../handler.ts'
import { choiceHandlers } from './choice-handlers.ts'
import { clockHandlers } from './clock-handlers.ts'
import { faultHandlers } from './fault-handlers.ts'
import { journalHandlers } from './journal-handlers.ts'
import { keyHandlers } from './key-handlers.ts'
import { limitHandlers } from './limit-handlers.ts'
import { mockHandlers } from './mock-handlers.ts'
import { worldHandlers } from './world-handlers.ts'

/** A handler for every operation of the document, and no other. */
export const handlers: Handlers = {
  ...mockHandlers,
  ...worldHandlers,
  ...clockHandlers,
  ...keyHandlers,
  ...limitHandlers,
  ...choiceHandlers,
  ...faultHandlers,
  ...journalHandlers,
}
