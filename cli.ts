#!/usr/bin/env node
import { startMock } from './mock/index.ts'

const mock = await startMock()
console.log(mock.baseUrl)
