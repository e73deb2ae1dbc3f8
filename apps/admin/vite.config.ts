import { withoutSchemas } from '@atrium/client/vite/without-schemas'
import { languageCodes } from '@atrium/core/languages'
import { texts } from '@atrium/texts/vite/texts-plugin'
import { chunksByStep, compressed } from '@atrium/ui/vite/first-load'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  // The files of both areas are under /account, which every user can open.
  base: '/account/',
  publicDir: '../../packages/ui/public',
  plugins: [react(), texts('admin', languageCodes), withoutSchemas(), compressed()],
  build: {
    chunkSizeWarningLimit: 1000,
    rolldownOptions: { output: { codeSplitting: { groups: chunksByStep } } },
  },
})
