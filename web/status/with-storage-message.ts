import { storageMessage } from '../forms/storage-message.ts'
import { StorageFailure } from '../store/outbox.ts'
import { infoPopUp } from '../ui/dialogs/pop-up.ts'

/**
 * Runs a write. If the phone cannot store it, shows why.
 * @param heading of the pop-up where nothing is stored; without it, that the change is not saved
 */
export async function withStorageMessage(write: () => Promise<unknown>, heading?: string): Promise<void> {
  try {
    await write()
  } catch (error) {
    if (!(error instanceof StorageFailure)) throw error
    const { title, text } = storageMessage(error)
    await infoPopUp(error.reason === 'unknown' ? title : (heading ?? title), text, 'warning')
  }
}
