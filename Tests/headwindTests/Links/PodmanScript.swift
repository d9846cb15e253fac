/// What a script needs to start containers of podman: a root file system of busybox, and storage of the script's own. Needs root.
enum PodmanScript {
  static let tools = ["podman": "podman", "runc": "runc", "busybox": "busybox"]

  /// Makes `$root`, for `podman run --rootfs $root busybox ...`.
  static let functions = #"""
    # The locks of podman: another podman's are there.
    mount -t tmpfs -o mode=1777 none /dev/shm
    root=$folder/root; mkdir -p $root/bin $root/etc $root/proc $root/dev $root/sys $root/tmp; cp /usr/bin/busybox $root/bin/busybox
    for file in $(ldd /usr/bin/busybox | grep -o '/[^ ]*'); do mkdir -p $root/${file%/*}; cp $file $root$file; done
    printf '[storage]\ndriver = "vfs"\ngraphroot = "%s"\nrunroot = "%s"\n' $folder/graph $folder/runroot > $folder/storage
    printf '[engine]\nruntime = "runc"\ncgroup_manager = "cgroupfs"\nevents_logger = "none"\n' > $folder/containers
    export CONTAINERS_STORAGE_CONF=$folder/storage CONTAINERS_CONF=$folder/containers
    """#
}
