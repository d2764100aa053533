export interface Operation {
  name: string
  method: 'GET' | 'POST'
  path: string
  body?: string
  status: number
}

export const list: Operation = { name: 'list(20)', method: 'GET', path: '/pets?limit=20', status: 200 }

export const get: Operation = { name: 'get', method: 'GET', path: '/pets/7', status: 200 }

export const create: Operation = {
  name: 'create',
  method: 'POST',
  path: '/pets',
  body: '{"name":"Rex","categoryId":1,"status":"available"}',
  status: 201,
}

export const listSold: Operation = {
  name: 'list(20, sold)',
  method: 'GET',
  path: '/pets?limit=20&status=sold',
  status: 200,
}

export const operations = [list, get, create]
