# wget, as its manual shows it: METHOD DEADLINE OUTPUT URL BODY. Each family asks for what it is about.
method=$1 deadline=$2 output=$3 url=$4 body=$5
set -- --timeout="$deadline" --method="$method" -O "$output"
[ "${HEADWIND_BODY-}" ] && set -- "$@" --body-file="$body"
case ${HEADWIND_SCENARIO-} in
  coding.*) exec wget --tries=1 --compression=auto "$@" "$url" ;;
  range.*) exec wget --tries=3 --waitretry=1 --continue "$@" "$url" ;;
  *) exec wget --tries=1 "$@" "$url" ;;
esac
