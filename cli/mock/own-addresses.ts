import { networkInterfaces, type NetworkInterfaceInfo } from 'node:os'

const MOST = 2

/** The first addresses (IPv4) at which other machines reach a server of this machine that listens on `host`, if that is all of them. */
export function ownAddresses(
  host: string,
  interfaces: NodeJS.Dict<NetworkInterfaceInfo[]> = networkInterfaces(),
): readonly string[] {
  if (host !== '0.0.0.0' && host !== '::') return []
  return Object.values(interfaces)
    .flatMap((addresses = []) => addresses)
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)
    .slice(0, MOST)
}
