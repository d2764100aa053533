import { useRoom } from './use-room.ts'

/** Asks for the token, which a mock demands of whoever comes from another machine. */
export function TokenForm() {
  const room = useRoom()
  if (room.connection.value !== 'token-wanted') return null
  return (
    <form
      class="token"
      onSubmit={(event) => {
        event.preventDefault()
        const token = new FormData(event.currentTarget).get('token')
        if (typeof token === 'string') room.present(token.trim())
      }}
    >
      <label>
        You come from another machine. The mock has printed a token when it started:
        <input name="token" type="password" autocomplete="off" required />
      </label>
      <button type="submit">Enter</button>
    </form>
  )
}
