import { byId } from "../../shared/dom.ts"

/** The field for a file, which is chosen or dropped there. */
export const startDrop = (take: (file: File) => Promise<void>) => {
  const input = byId("file") as HTMLInputElement
  const drop = byId("drop")
  input.addEventListener("change", () => {
    const file = input.files?.[0]
    if (file !== undefined) void take(file)
    // Without this, the browser would not report a corrected file with the same name.
    input.value = ""
  })
  for (const kind of ["dragenter", "dragover"]) {
    drop.addEventListener(kind, (event) => {
      event.preventDefault()
      drop.classList.add("over")
    })
  }
  drop.addEventListener("dragleave", () => drop.classList.remove("over"))
  drop.addEventListener("drop", (event) => {
    event.preventDefault()
    drop.classList.remove("over")
    const file = event.dataTransfer?.files[0]
    if (file !== undefined) void take(file)
  })
  // Otherwise a file that is dropped beside the field would replace the page.
  for (const kind of ["dragover", "drop"]) addEventListener(kind, (event) => event.preventDefault())
}
