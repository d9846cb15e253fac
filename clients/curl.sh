# curl, as its manual shows it: METHOD DEADLINE OUTPUT URL BODY. Each family asks for what it is about.
method=$1 deadline=$2 output=$3 url=$4 body=$5
set -- -fL --max-time "$deadline" -o "$output"
# --data-binary sends a POST. With -X POST, curl would also follow a 303 with POST.
[ "${HEADWIND_BODY-}" ] && set -- "$@" --data-binary "@$body"
case $method in
  GET) ;;
  POST) [ "${HEADWIND_BODY-}" ] || set -- "$@" -X POST ;;
  *) set -- "$@" -X "$method" ;;
esac
case ${HEADWIND_SCENARIO-} in
  coding.*) set -- "$@" --compressed ;;
  cookies.*) set -- "$@" -b "" ;;
  range.*)
    # "Use -C - to tell curl to automatically find out where/how to resume the transfer."
    for _ in 1 2 3; do
      curl "$@" -C - "$url" && exit
    done
    exit 1
    ;;
esac
exec curl "$@" "$url"
