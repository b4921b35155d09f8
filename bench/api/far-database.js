// The built worker with its database across a hop: every call of D1 takes HOP_MS longer. The bench's own D1 runs in the
// worker's process, and answers a call before the next request is looked at.
import worker, { GroupCommitter as Committer } from './index.js'

const HOP_MS = 5
const hop = () => new Promise((resolve) => setTimeout(resolve, HOP_MS))
/** The statement of D1 itself, by the one that the worker has. */
const originals = new WeakMap()

function farStatement(statement) {
  const far = new Proxy(statement, {
    get(target, name) {
      if (name === 'bind') return (...values) => farStatement(target.bind(...values))
      if (!['first', 'all', 'run', 'raw'].includes(name)) return Reflect.get(target, name)
      return async (...options) => {
        await hop()
        return target[name](...options)
      }
    },
  })
  originals.set(far, statement)
  return far
}

function farDatabase(database) {
  return new Proxy(database, {
    get(target, name) {
      if (name === 'prepare') return (query) => farStatement(target.prepare(query))
      if (name === 'withSession') return (from) => farDatabase(target.withSession(from))
      if (name === 'batch') {
        return async (statements) => {
          await hop()
          return target.batch(statements.map((one) => originals.get(one) ?? one))
        }
      }
      const member = Reflect.get(target, name)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
}

const withFarDatabase = (env) => ({ ...env, DB: farDatabase(env.DB) })

export * from './index.js'
export class GroupCommitter extends Committer {
  constructor(state, env) {
    super(state, withFarDatabase(env))
  }
}
export default {
  ...worker,
  fetch: (request, env, context) => worker.fetch(request, withFarDatabase(env), context),
}
