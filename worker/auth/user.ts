/** The signed-in account. Only `uid` decides permissions; `email` and `name` are contact data. */
export interface User {
  uid: string
  email: string
  name: string
}
