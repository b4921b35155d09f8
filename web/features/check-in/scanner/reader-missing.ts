/** The code that reads the picture is not on this phone, and the network did not bring it. */
export class ReaderMissing extends Error {
  constructor() {
    super('the scanner is not on this phone')
    this.name = 'ReaderMissing'
  }
}
