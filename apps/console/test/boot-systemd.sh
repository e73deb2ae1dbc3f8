#!/bin/sh
# Boots systemd in a folder with Debian, in namespaces of its own and without a network: boot-systemd.sh FOLDER
# Its cgroups are in a hierarchy without controllers, which is enough to start, watch and stop services.
set -eu
folder=$1
if [ "${2:-}" != inside ]; then
  exec unshare --mount --propagation private sh -c '
    mount -t cgroup2 none /mnt
    mkdir -p "/mnt/atrium-$$" && echo $$ > "/mnt/atrium-$$/cgroup.procs"
    umount /mnt
    exec unshare --cgroup --mount --pid --fork --kill-child --uts --ipc --net sh "$0" "$1" inside' "$0" "$folder"
fi
mount --bind "$folder" "$folder"
cd "$folder"
mount -t proc proc proc
mount -t sysfs sysfs sys
mount -t cgroup2 none sys/fs/cgroup
for name in run tmp dev; do mount -t tmpfs -o mode=755 tmpfs $name; done
chmod 1777 tmp
for name in null zero full random urandom tty; do
  touch dev/$name
  mount --bind /dev/$name dev/$name
done
mkdir dev/shm
mount -t tmpfs -o mode=1777 tmpfs dev/shm
ln -s /proc/self/fd dev/fd
ip link set lo up
mkdir -p oldroot
pivot_root . oldroot
umount -l /oldroot
exec env -i container=test PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --log-target=null --show-status=no
