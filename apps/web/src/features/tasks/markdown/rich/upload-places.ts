import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'

export interface UploadedFile {
  name: string
  address: string
  isImage: boolean
}

interface Change {
  add?: { id: object; position: number; name: string }
  remove?: object
}

const key = new PluginKey<DecorationSet>('uploads')

/** Shows where a file will be while it is uploaded; typing can go on around it. */
export function uploadPlaces() {
  return new Plugin<DecorationSet>({
    key,
    state: {
      init: () => DecorationSet.empty,
      apply: (tr, places) => {
        const mapped = places.map(tr.mapping, tr.doc)
        const { add, remove } = (tr.getMeta(key) ?? {}) as Change
        if (add)
          return mapped.add(tr.doc, [
            Decoration.widget(add.position, () => placeholder(add.name), { id: add.id }),
          ])
        return remove ? mapped.remove(mapped.find(undefined, undefined, ({ id }) => id === remove)) : mapped
      },
    },
    props: { decorations: state => key.getState(state) },
  })
}

function placeholder(name: string) {
  const element = document.createElement('span')
  element.dataset.uploading = ''
  element.textContent = `${name}…`
  return element
}

interface Insertion {
  files: readonly File[]
  position: number
  upload: (file: File) => Promise<UploadedFile | undefined>
  /** The insertion before this one: what is pasted first comes first. */
  after: Promise<void>
}

/** Uploads the files one after the other and inserts each where it was dropped or pasted. */
export async function insertFiles(view: EditorView, { files, position, upload, after }: Insertion) {
  const places = files.map(file => ({ file, id: {} }))
  for (const { file, id } of places)
    view.dispatch(view.state.tr.setMeta(key, { add: { id, position, name: file.name } }))
  await after
  for (const { file, id } of places) {
    const uploaded = await upload(file)
    if (view.isDestroyed) return
    const [place] = key.getState(view.state)?.find(undefined, undefined, spec => spec.id === id) ?? []
    const tr = view.state.tr.setMeta(key, { remove: id })
    if (place && uploaded) tr.insert(place.from, nodesFor(view, uploaded))
    view.dispatch(tr)
  }
}

function nodesFor({ state: { schema } }: EditorView, { name, address, isImage }: UploadedFile) {
  if (isImage) return schema.node('image', { src: address, alt: name })
  return [schema.text(name, [schema.mark('link', { href: address })]), schema.text(' ')]
}
