// The built worker with D1 and the group commit across a hop: every call of them takes HOP_MS longer. In the bench both
// run in the worker's process.
import worker, { GroupCommitter as Committer } from './index.js'

const HOP_MS = 5
const hop = () => new Promise((resolve) => setTimeout(resolve, HOP_MS))
/** D1's own statement for each statement that the worker has. */
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

function farGroups(groups) {
  return {
    getByName: (marathonId) => ({
      async submitAll(requests) {
        await hop()
        return groups.getByName(marathonId).submitAll(requests)
      },
    }),
  }
}

const farFrom = ({ GROUPS, ...env }) => ({
  ...env,
  DB: farDatabase(env.DB),
  ...(GROUPS ? { GROUPS: farGroups(GROUPS) } : {}),
})

export * from './index.js'
export class GroupCommitter extends Committer {
  constructor(state, env) {
    super(state, farFrom(env))
  }
}
export default {
  ...worker,
  fetch: (request, env, context) => worker.fetch(request, farFrom(env), context),
}
