// Dredd takes hooks from a CommonJS file only; this one hands over those that walk.ts wrote.
const hooks = require('hooks')

const { beforeAll, beforeEach, beforeEachValidation } = hooks.configuration.custom.hooks
hooks.beforeAll(beforeAll)
hooks.beforeEach(beforeEach)
hooks.beforeEachValidation(beforeEachValidation)
