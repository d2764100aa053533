// What becomes of names in the reply to a creation.
import { creates, onPets } from './mutate.ts'
import { violation } from './service.ts'

export const names = [
  violation(
    'CREATE-2',
    'names lose the emoji in them',
    onPets(creates, (pet) => ({
      ...pet,
      name: String(pet['name']).replaceAll(/\p{Extended_Pictographic}|[^\0-\uffff]/gu, ''),
    })),
  ),
  violation(
    'CREATE-2',
    'letters beyond ASCII become question marks',
    onPets(creates, (pet) => ({ ...pet, name: String(pet['name']).replaceAll(/[^\0-\u007f]/g, '?') })),
  ),
  violation(
    'CREATE-2',
    'names lose the blanks in them',
    onPets(creates, (pet) => ({ ...pet, name: String(pet['name']).replaceAll(' ', '') })),
  ),
  violation(
    'CREATE-2',
    'two blanks in a name become one',
    onPets(creates, (pet) => ({ ...pet, name: String(pet['name']).replaceAll(/(\S) {2,}(?=\S)/g, '$1 ') })),
  ),
  violation(
    'CREATE-2',
    'names are cut at 50 characters',
    onPets(creates, (pet) => ({ ...pet, name: Array.from(String(pet['name'])).slice(0, 50).join('') })),
  ),
]
