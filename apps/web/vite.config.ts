import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  base: '/app/',
  publicDir: '../../packages/ui/public',
  plugins: [react()],
  build: { chunkSizeWarningLimit: 750 },
})
