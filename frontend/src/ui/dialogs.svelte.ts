/** How many modal dialogs are open: what is told meanwhile is told above them. */
export const dialogs = $state({ open: 0 })
