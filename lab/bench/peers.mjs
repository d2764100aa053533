// What the mock is measured against, each the least that a program of its kind does for the same bytes: peers.mjs NAME PORT. The
// environment variable BENCH_PETS holds the pets of the list, as JSON.
import { createServer } from 'node:http'

const peers = { express: startExpress, 'node-http': startNodeHttp }
const [name, port] = process.argv.slice(2)
const pets = JSON.parse(process.env.BENCH_PETS)
let lastId = 100

await peers[name]()

async function startExpress() {
  const { default: express } = await import('express')
  const app = express()

  app.get('/v1/pets', (request, response) => {
    response.json(pets)
  })

  app.get('/v1/pets/:petId', (request, response) => {
    response.json(pets.find((pet) => pet.id === Number(request.params.petId)))
  })

  app.post('/v1/pets', express.json(), (request, response) => {
    response.status(201).json({ id: ++lastId, ...request.body })
  })

  app.listen(Number(port), '127.0.0.1')
}

function startNodeHttp() {
  // Texts made beforehand: this peer is the floor, the least that Node can do.
  const list = JSON.stringify(pets)
  const petTexts = new Map(pets.map((pet) => [String(pet.id), JSON.stringify(pet)]))

  createServer((request, response) => {
    const [path] = request.url.split('?', 1)
    if (path === '/v1/pets') {
      if (request.method === 'GET') return answer(response, 200, list)
      if (request.method === 'POST') return create(request, response)
    }
    if (request.method === 'GET' && path.startsWith('/v1/pets/')) {
      const pet = petTexts.get(path.slice('/v1/pets/'.length))
      if (pet !== undefined) return answer(response, 200, pet)
    }
    answer(response, 404, '{}')
  }).listen(Number(port), '127.0.0.1')
}

function create(request, response) {
  const chunks = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(chunks).toString())
    answer(response, 201, JSON.stringify({ id: ++lastId, ...body }))
  })
}

function answer(response, status, text) {
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  })
  response.end(text)
}
