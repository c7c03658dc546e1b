/** Two low tones, as scanners give for what they do not take; silent where the browser has no sound. */
export function beep(): void {
  if (typeof AudioContext === 'undefined') return
  const audio = new AudioContext()
  const tone = audio.createOscillator()
  const volume = audio.createGain()
  tone.type = 'square'
  tone.frequency.value = 320
  volume.gain.value = 0.08
  volume.gain.setValueAtTime(0, audio.currentTime + 0.12)
  volume.gain.setValueAtTime(0.08, audio.currentTime + 0.18)
  tone.connect(volume).connect(audio.destination)
  tone.addEventListener('ended', () => void audio.close())
  tone.start()
  tone.stop(audio.currentTime + 0.3)
}
