/** The height of a plot. What stands in its place while its code loads has it too. */
export const PLOT_HEIGHT = 'h-40'
