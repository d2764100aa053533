import { createServer } from 'node:http'

const [port] = process.argv.slice(2)
const pets = JSON.parse(process.env.BENCH_PETS)
// Ready-made texts: this peer is the floor, the least that Node can do for the same bytes.
const list = JSON.stringify(pets)
const petTexts = new Map(pets.map((pet) => [String(pet.id), JSON.stringify(pet)]))
let lastId = 100

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
