/** The signed-in account. Only `uid` decides permissions; `email` and `name` are contact data. */
export interface User {
  uid: string
  email: string
  name: string
  /** When the session was issued, seconds since the epoch. */
  issuedAt: number
}
