import type { DeliveryTask, Env } from '../../env.ts'
import { mailChannel } from '../mail/mail-channel.ts'
import { mailSettings } from '../mail/mail-settings.ts'
import { pushChannel } from '../push/push-channel.ts'
import { vapidKeys } from '../push/vapid.ts'
import type { Channel } from './channel.ts'
import { deliver, type World } from './deliver.ts'

const WORLD: World = { now: Date.now, fetch: (...call) => fetch(...call) }

/** The consumer of the queue of deliveries: pushes and mails. */
export async function consumeDeliveries(
  batch: MessageBatch<DeliveryTask>,
  env: Env,
  world: World = WORLD,
): Promise<void> {
  const { DB: d1, DELIVERY_QUEUE: queue } = env
  if (!queue) return
  const [keys, mail] = [vapidKeys(env), mailSettings(env)]
  const pushes = keys && pushChannel(d1, keys, world)
  const mails = mail && mailChannel(env, mail, world)
  const channelOf = (task: DeliveryTask): Channel | null => ('entryIds' in task || task.by === 'mail' ? mails : pushes)
  await deliver(batch, { d1, queue, now: world.now }, channelOf)
}
