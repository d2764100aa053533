import type { Storage } from './saved-worlds.ts'

const STORE = 'worlds'

/** The storage in a database of this origin. The first use opens it. */
export function storageIn(database: string): Storage {
  let opened: Promise<IDBDatabase> | undefined
  const forget = (): void => {
    opened = undefined
  }
  const carryOut = async <Result>(
    mode: IDBTransactionMode,
    does: (store: IDBObjectStore) => IDBRequest<Result>,
  ): Promise<Result> => {
    opened ??= open(database, forget)
    opened.catch(forget)
    const transaction = (await opened).transaction(STORE, mode)
    const { promise, resolve, reject } = Promise.withResolvers<undefined>()
    transaction.oncomplete = () => {
      resolve(undefined)
    }
    transaction.onabort = () => {
      reject(transaction.error ?? new Error('the browser has aborted the transaction'))
    }
    const request = does(transaction.objectStore(STORE))
    await promise
    return request.result
  }
  return {
    async all() {
      const names = await carryOut('readonly', (store) => store.getAllKeys())
      const values: unknown[] = await carryOut('readonly', (store) => store.getAll())
      return new Map(names.map((name, at) => [typeof name === 'string' ? name : '', values[at]]))
    },
    async put(name, value) {
      await carryOut('readwrite', (store) => store.put(value, name))
    },
    async remove(name) {
      await carryOut('readwrite', (store) => store.delete(name))
    },
  }
}

function open(name: string, forget: () => void): Promise<IDBDatabase> {
  const { promise, resolve, reject } = Promise.withResolvers<IDBDatabase>()
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore(STORE)
  }
  request.onsuccess = () => {
    const database = request.result
    // Clearing the site data closes the database, and a later version of this page may upgrade it.
    database.onclose = forget
    database.onversionchange = () => {
      forget()
      database.close()
    }
    resolve(database)
  }
  request.onerror = () => {
    reject(request.error ?? new Error('the browser gave no reason'))
  }
  return promise
}
