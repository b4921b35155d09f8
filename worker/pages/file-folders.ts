/** The folders of the built app, which have files alone. A test compares them with web/public. */
export const FILE_FOLDERS = ['assets', 'drawings', 'icons', 'previews', 'runners', 'samples', 'screenshots']
