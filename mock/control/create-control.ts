import { Router } from 'express'
import type { Worlds } from '../core/worlds.ts'
import type { ControlAccess } from './access.ts'

export function createControl(_worlds: Worlds, _access: ControlAccess): Router {
  return Router()
}
